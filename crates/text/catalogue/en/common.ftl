# Words that every game and every front end shares.

common-turn = { $side } to move
common-wins = { $side } wins
common-draw = A draw
common-resigned = { $side } resigned
common-score = { $first } to { $second }
common-moves-played = { $count ->
    [one] { $count } move played
   *[other] { $count } moves played
}
common-game-over = The game is over.
common-human = human
common-machine = machine
common-pass = pass

rules-unreadable = I cannot read the rules at column { $column }: “{ $found }”. Expected: { $expected }.

rule-size = size
rule-first = who starts

level-random = Random
level-greedy = Greedy
level-apprentice = Apprentice
level-casual = Casual
level-serious = Serious
level-expert = Expert
level-master = Master
level-perfect = Perfect
common-score-word = Score
