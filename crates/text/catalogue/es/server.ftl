# El servidor: qué rechaza y por qué, y qué dice al arrancar.

server-unknown-message = No entendí ese mensaje.
server-too-large = Es demasiado grande: como mucho { $most } KB.
server-no-such-page = Aquí no hay nada.
server-no-such-match = Esa partida no existe.
server-no-such-game = No hay ningún juego con ese nombre.
server-no-such-level = Ese nivel no existe: van de 0 a { $most }.
server-no-such-engine = No hay ningún motor con ese nombre para este juego.
server-engine-needs-start = Ese motor solo juega desde el comienzo habitual.
server-no-such-language = Ese idioma no está.
server-no-such-move = La partida no llegó hasta ahí.
server-no-secret = Eso solo pueden hacerlo los jugadores, con su enlace.
server-not-seated = Estás mirando: ese lugar es de otra persona.
server-not-your-turn = Todavía no es tu turno.
server-settling = El juego se detuvo: acuerden las piedras muertas, o primero sigan jugando.
server-not-settling = Ahora no hay nada que acordar.
server-nothing-there = Ahí no hay ninguna piedra.
server-stale = La partida siguió; vuelve a mirar el tablero.
server-nothing-to-take-back = No hay ninguna jugada para deshacer.
server-nothing-offered = Ya no hay nada que responder.
server-answer-first = Tu rival pide deshacer una jugada: respóndele primero.
server-not-over = La partida sigue en juego.
server-machine-plays-on = La máquina prefiere seguir jugando.
server-no-show = Solo se puede pausar una partida entre máquinas.
server-name-too-long = El nombre es demasiado largo: como mucho { $most } caracteres.
server-odd-clock = Ese reloj no es posible: de 1 segundo a 24 horas, y como mucho 1 hora más por jugada.
server-format-without-set-up = Una partida que empezó desde un diagrama no se puede escribir en ese formato.
server-no-estimate = En este juego no se estima nada.
server-no-hints = En esta partida se acordó jugar sin pistas.
server-busy = Las máquinas están ocupadas. Prueba de nuevo en un momento.
server-too-many-matches = Demasiadas partidas nuevas de una vez. Espera un minuto.
server-too-much = Desde esta dirección se pidió demasiado. Espera un minuto.
server-match-too-long = Esta partida es demasiado larga para seguir. Empieza otra.
server-too-many-messages = Demasiados mensajes de una vez.
server-other-origin = Una página de otro lugar no puede conectarse aquí.
server-not-kept = No se pudo guardar la jugada. No se perdió nada; prueba de nuevo.
server-record-too-long = El registro es demasiado largo: a lo sumo { $most } jugadas.
server-record-damaged = El registro de esta partida está dañado. Las demás están bien.
server-too-slow = Tardó demasiado. Inténtalo otra vez.
server-failed = Algo falló aquí, no de tu lado.
server-stopping = El servidor se está reiniciando; la partida está a salvo y sigue en un momento.

server-listening = La mesa está servida: { $address }
server-this-machine = Se abre solo en esta máquina; para los demás aparatos de la red local: sobremesa --lan
server-lan = En la red local: { $address }
server-no-lan = Esta máquina no tiene dirección en ninguna red local.
server-listen-form = No se puede escuchar en { $address }: { $what }; se espera máquina:puerto, como 127.0.0.1:9999
server-listen-taken = No se puede escuchar en { $address }: el puerto está ocupado, quizá por otro sobremesa; elige otro con --listen
server-listen-forbidden = No se puede escuchar en { $address }: no está permitido; los puertos menores que 1024 piden privilegios
server-listen-failed = No se puede escuchar en { $address }: { $what }
server-no-store = Las partidas no se pueden guardar: { $what }
server-no-course-pages = --course-pages: { $directory } no es un directorio
server-also = Y aquí: { $address }
server-course-page = La página del curso: { $address } ({ $file }, anda en cualquier puerto)
server-course-page-port = La página del curso: { $address } ({ $file }, espera el puerto { $ports })
server-course-no-page = No se encontró ninguna página que pregunte al servidor de un curso; los archivos del directorio se sirven como están.
server-course-more = { $count ->
    [one] Y una página más.
   *[other] Y { $count } páginas más.
}
server-course-port = El puerto { $port }, que espera { $file }, está abierto para las páginas del curso.
server-course-port-taken = El puerto { $port }, que espera { $file }, no se pudo abrir: quizá lo tiene otro programa, y la página le preguntará a ese. Detenlo y empieza de nuevo.
server-course-alone = Solo para las páginas del curso: { $address }
server-stop-with = Se detiene con Ctrl-C; las partidas quedan guardadas.
server-review-too-long = Solo se revisan partidas de hasta { $most } jugadas.
