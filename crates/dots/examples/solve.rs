use sobremesa_dots::*;
fn main() {
    let mut args = std::env::args().skip(1);
    let size = args.next().unwrap();
    let mb: u64 = args.next().map_or(2048, |s| s.parse().unwrap());
    let (r, c) = size.split_once('x').unwrap();
    let size = Size::new(r.parse().unwrap(), c.parse().unwrap()).unwrap();
    let graph = Graph::of_board(size).unwrap();
    let table = Table::new(mb << 20, graph.lines.len() as u32);
    let mut pulse = |_: u64| false;
    let mut search = Search::new(&graph, &table, 0, &mut pulse);
    let v = search.value(u64::MAX >> (64 - graph.lines.len()), 0).unwrap();
    println!("{size}: {v} nodes {}", search.nodes());
}
