--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events (
    match_id text NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL
);


--
-- Name: matches; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.matches (
    id text NOT NULL,
    game text NOT NULL,
    rules text NOT NULL,
    listed smallint NOT NULL,
    over smallint NOT NULL,
    created bigint NOT NULL,
    header text NOT NULL
);


--
-- Name: schema_version; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_version (
    version bigint NOT NULL
);


--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.events VALUES ('S_j1e0mNMJiL', 0, 1795002042552, '{"event":"play","side":"first","play":"4"}');
INSERT INTO public.events VALUES ('S_j1e0mNMJiL', 1, 1795002042562, '{"event":"play","side":"second","play":"3"}');
INSERT INTO public.events VALUES ('S_j1e0mNMJiL', 2, 1795002042573, '{"event":"play","side":"first","play":"4"}');
INSERT INTO public.events VALUES ('S_j1e0mNMJiL', 3, 1795002042597, '{"event":"play","side":"second","play":"3"}');
INSERT INTO public.events VALUES ('S_j1e0mNMJiL', 4, 1795002042613, '{"event":"play","side":"first","play":"4"}');
INSERT INTO public.events VALUES ('S_j1e0mNMJiL', 5, 1795002042618, '{"event":"play","side":"second","play":"3"}');
INSERT INTO public.events VALUES ('S_j1e0mNMJiL', 6, 1795002042625, '{"event":"play","side":"first","play":"4"}');
INSERT INTO public.events VALUES ('S_j1e0mNMJiL', 7, 1795002042653, '{"event":"offer","side":"first","offer":"rematch"}');
INSERT INTO public.events VALUES ('S_j1e0mNMJiL', 8, 1795002042671, '{"event":"next","id":"YC_FMh0fR7H8"}');
INSERT INTO public.events VALUES ('LEr0VvMICuTz', 0, 1795002042685, '{"event":"play","side":"first","play":"1"}');
INSERT INTO public.events VALUES ('LEr0VvMICuTz', 1, 1795002042689, '{"event":"play","side":"second","play":"2"}');
INSERT INTO public.events VALUES ('LEr0VvMICuTz', 2, 1795002042719, '{"event":"play","side":"first","play":"3"}');
INSERT INTO public.events VALUES ('LEr0VvMICuTz', 3, 1795002042733, '{"event":"offer","side":"first","offer":"undo"}');
INSERT INTO public.events VALUES ('LEr0VvMICuTz', 4, 1795002042740, '{"event":"play","side":"second","play":"7"}');
INSERT INTO public.events VALUES ('tYRNT1kb_2P_', 0, 1795002042763, '{"event":"play","side":"first","play":"1-1-h"}');
INSERT INTO public.events VALUES ('tYRNT1kb_2P_', 1, 1795002042781, '{"event":"play","side":"second","play":"1-2-h"}');
INSERT INTO public.events VALUES ('tYRNT1kb_2P_', 2, 1795002042784, '{"event":"offer","side":"first","offer":"undo"}');
INSERT INTO public.events VALUES ('tYRNT1kb_2P_', 3, 1795002042804, '{"event":"undo","to":0}');
INSERT INTO public.events VALUES ('tYRNT1kb_2P_', 4, 1795002042809, '{"event":"play","side":"first","play":"2-2-v"}');
INSERT INTO public.events VALUES ('tYRNT1kb_2P_', 5, 1795002042828, '{"event":"offer","side":"second","offer":"draw"}');
INSERT INTO public.events VALUES ('tYRNT1kb_2P_', 6, 1795002042839, '{"event":"decline","offer":"draw"}');
INSERT INTO public.events VALUES ('tYRNT1kb_2P_', 7, 1795002042849, '{"event":"offer","side":"first","offer":"draw"}');
INSERT INTO public.events VALUES ('M0uhmPJOoWqW', 0, 1795002042866, '{"event":"play","side":"first","play":"1-1-h"}');
INSERT INTO public.events VALUES ('M0uhmPJOoWqW', 1, 1795002042868, '{"event":"offer","side":"first","offer":"draw"}');
INSERT INTO public.events VALUES ('M0uhmPJOoWqW', 2, 1795002042876, '{"event":"draw"}');
INSERT INTO public.events VALUES ('M0uhmPJOoWqW', 3, 1795002042913, '{"event":"offer","side":"second","offer":"rematch"}');
INSERT INTO public.events VALUES ('uSViyjg6ZgCU', 0, 1795002042940, '{"event":"play","side":"first","play":"d3","left":[300000,300000]}');
INSERT INTO public.events VALUES ('uSViyjg6ZgCU', 1, 1795002042945, '{"event":"play","side":"second","play":"e3","left":[300000,305000]}');
INSERT INTO public.events VALUES ('uSViyjg6ZgCU', 2, 1795002042963, '{"event":"undo","to":0}');
INSERT INTO public.events VALUES ('uSViyjg6ZgCU', 3, 1795002042966, '{"event":"play","side":"first","play":"c4","left":[304998,305000]}');
INSERT INTO public.events VALUES ('uSViyjg6ZgCU', 4, 1795002042979, '{"event":"play","side":"second","play":"e3","left":[304998,310000]}');
INSERT INTO public.events VALUES ('uSViyjg6ZgCU', 5, 1795002042982, '{"event":"resign","side":"first"}');
INSERT INTO public.events VALUES ('0IbWk29j5BG_', 0, 1795002042988, '{"event":"play","side":"second","play":"e3","left":[1000,1000]}');
INSERT INTO public.events VALUES ('0IbWk29j5BG_', 1, 1795002044007, '{"event":"timeout","side":"first"}');
INSERT INTO public.events VALUES ('S_F26aG0XhL7', 0, 1795002044043, '{"event":"play","side":"first","play":"D4","left":[600000,600000]}');
INSERT INTO public.events VALUES ('S_F26aG0XhL7', 1, 1795002044057, '{"event":"play","side":"second","play":"E5","left":[600000,609998]}');
INSERT INTO public.events VALUES ('S_F26aG0XhL7', 2, 1795002044068, '{"event":"offer","side":"second","offer":"undo"}');
INSERT INTO public.events VALUES ('S_F26aG0XhL7', 3, 1795002044088, '{"event":"undo","to":1}');
INSERT INTO public.events VALUES ('S_F26aG0XhL7', 4, 1795002044106, '{"event":"play","side":"second","play":"C3","left":[599979,619996]}');
INSERT INTO public.events VALUES ('S_F26aG0XhL7', 5, 1795002044120, '{"event":"play","side":"first","play":"pass","left":[609975,619996]}');
INSERT INTO public.events VALUES ('S_F26aG0XhL7', 6, 1795002044143, '{"event":"play","side":"second","play":"pass","left":[609975,629986]}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 0, 1795002044178, '{"event":"play","side":"first","play":"C1"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 1, 1795002044189, '{"event":"play","side":"second","play":"D1"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 2, 1795002044199, '{"event":"play","side":"first","play":"C2"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 3, 1795002044217, '{"event":"play","side":"second","play":"D2"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 4, 1795002044229, '{"event":"play","side":"first","play":"C3"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 5, 1795002044243, '{"event":"play","side":"second","play":"D3"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 6, 1795002044255, '{"event":"play","side":"first","play":"C4"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 7, 1795002044277, '{"event":"play","side":"second","play":"D4"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 8, 1795002044289, '{"event":"play","side":"first","play":"C5"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 9, 1795002044301, '{"event":"play","side":"second","play":"D5"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 10, 1795002044315, '{"event":"play","side":"first","play":"E3"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 11, 1795002044333, '{"event":"play","side":"second","play":"A3"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 12, 1795002044345, '{"event":"play","side":"first","play":"pass"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 13, 1795002044364, '{"event":"play","side":"second","play":"pass"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 14, 1795002044391, '{"event":"propose","dead":["A3","E3"]}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 15, 1795002044425, '{"event":"mark","side":"second","at":"E3"}');
INSERT INTO public.events VALUES ('O12VdXSIh5Rx', 16, 1795002044443, '{"event":"agree","side":"first"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 0, 1795002044461, '{"event":"play","side":"first","play":"C1"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 1, 1795002044464, '{"event":"play","side":"second","play":"D1"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 2, 1795002044468, '{"event":"play","side":"first","play":"C2"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 3, 1795002044477, '{"event":"play","side":"second","play":"D2"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 4, 1795002044479, '{"event":"play","side":"first","play":"C3"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 5, 1795002044486, '{"event":"play","side":"second","play":"D3"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 6, 1795002044489, '{"event":"play","side":"first","play":"C4"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 7, 1795002044491, '{"event":"play","side":"second","play":"D4"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 8, 1795002044493, '{"event":"play","side":"first","play":"C5"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 9, 1795002044496, '{"event":"play","side":"second","play":"D5"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 10, 1795002044500, '{"event":"play","side":"first","play":"E3"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 11, 1795002044509, '{"event":"play","side":"second","play":"A3"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 12, 1795002044517, '{"event":"play","side":"first","play":"pass"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 13, 1795002044525, '{"event":"play","side":"second","play":"pass"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 14, 1795002044563, '{"event":"propose","dead":["A3","E3"]}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 15, 1795002044580, '{"event":"agree","side":"second"}');
INSERT INTO public.events VALUES ('vcNOIyIjGNJ6', 16, 1795002044583, '{"event":"agree","side":"first"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 0, 1795002044590, '{"event":"play","side":"first","play":"C1"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 1, 1795002044592, '{"event":"play","side":"second","play":"D1"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 2, 1795002044595, '{"event":"play","side":"first","play":"C2"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 3, 1795002044605, '{"event":"play","side":"second","play":"D2"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 4, 1795002044612, '{"event":"play","side":"first","play":"C3"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 5, 1795002044620, '{"event":"play","side":"second","play":"D3"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 6, 1795002044629, '{"event":"play","side":"first","play":"C4"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 7, 1795002044637, '{"event":"play","side":"second","play":"D4"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 8, 1795002044640, '{"event":"play","side":"first","play":"C5"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 9, 1795002044642, '{"event":"play","side":"second","play":"D5"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 10, 1795002044649, '{"event":"play","side":"first","play":"E3"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 11, 1795002044652, '{"event":"play","side":"second","play":"A3"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 12, 1795002044654, '{"event":"play","side":"first","play":"pass"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 13, 1795002044657, '{"event":"play","side":"second","play":"pass"}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 14, 1795002044705, '{"event":"propose","dead":["A3","E3"]}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 15, 1795002044712, '{"event":"resume","side":"second","out":false}');
INSERT INTO public.events VALUES ('snkFIH8WfVgs', 16, 1795002044717, '{"event":"play","side":"first","play":"E2"}');
INSERT INTO public.events VALUES ('liZvc05HLKNU', 0, 1795002044721, '{"event":"play","side":"first","play":"A1"}');
INSERT INTO public.events VALUES ('liZvc05HLKNU', 1, 1795002044727, '{"event":"play","side":"second","play":"B2"}');
INSERT INTO public.events VALUES ('ykUNRAt5Isw9', 0, 1795002044780, '{"event":"play","side":"second","play":"E5"}');
INSERT INTO public.events VALUES ('ykUNRAt5Isw9', 1, 1795002044785, '{"event":"play","side":"first","play":"D6"}');
INSERT INTO public.events VALUES ('ykUNRAt5Isw9', 2, 1795002044788, '{"event":"play","side":"second","play":"pass"}');
INSERT INTO public.events VALUES ('VZWia2t0GJyT', 0, 1795002044793, '{"event":"play","side":"first","play":"1"}');
INSERT INTO public.events VALUES ('LFo6Kw2EeLIa', 0, 1795002044798, '{"event":"play","side":"first","play":"D4"}');


--
-- Data for Name: matches; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.matches VALUES ('S_j1e0mNMJiL', 'connect4', 'size=6x7', 1, 1, 1795002042535, '{"game":"connect4","rules":"size=6x7","seats":[{"kind":"here","secret":"fc13cd64e76448ef2ca7601c5794cc18643c7a4b7fad7d7ba464b233c87c7951"},{"kind":"link","secret":"d05aeb3f8fa4e2aa4f05f2733e41cae6cd3f0244ceeb0b2bab91b659db74fe4d"}],"listed":true}');
INSERT INTO public.matches VALUES ('YC_FMh0fR7H8', 'connect4', 'size=6x7', 1, 0, 1795002042661, '{"game":"connect4","rules":"size=6x7","seats":[{"kind":"link","secret":"d05aeb3f8fa4e2aa4f05f2733e41cae6cd3f0244ceeb0b2bab91b659db74fe4d"},{"kind":"here","secret":"fc13cd64e76448ef2ca7601c5794cc18643c7a4b7fad7d7ba464b233c87c7951"}],"listed":true,"previous":"S_j1e0mNMJiL"}');
INSERT INTO public.matches VALUES ('LEr0VvMICuTz', 'connect4', 'size=6x7', 0, 0, 1795002042682, '{"game":"connect4","rules":"size=6x7","seats":[{"kind":"here","secret":"0ed5a9d3203cb8d0c39c189e71e5bd9e2abed34b05a55320030f4f05aab20901"},{"kind":"here","secret":"053a9e69f0bfb5b3ce9e430986b5199cd9704acdbf011b2cb67a5c6b861d928e"}],"listed":false}');
INSERT INTO public.matches VALUES ('tYRNT1kb_2P_', 'dots', 'size=3x3', 0, 0, 1795002042761, '{"game":"dots","rules":"size=3x3","seats":[{"kind":"here","secret":"0c0d6dd1a75575bf01d4146fec1fcde4bf2de998300deaaf0fd4932ffcf0927b"},{"kind":"link","secret":"f45a3d7a06bb96c814e3f3dcaadfab2a0d1e40d2fe7c5b043ad5571076cb946b"}],"listed":false}');
INSERT INTO public.matches VALUES ('M0uhmPJOoWqW', 'dots', 'size=2x2', 0, 1, 1795002042851, '{"game":"dots","rules":"size=2x2","seats":[{"kind":"here","secret":"945d66c14fdb5f15db3869d2962295de0771713434614843431d8733c211f9f7"},{"kind":"link","secret":"1af2c2779c078e5a4826a85e095dbbeefe152ce975feea71bf2c0019088b91b9"}],"listed":false}');
INSERT INTO public.matches VALUES ('ykUNRAt5Isw9', 'go', 'size=9 ko=positional komi=0.5 handicap=3', 0, 0, 1795002044776, '{"game":"go","rules":"size=9 ko=positional komi=0.5 handicap=3","seats":[{"kind":"here","secret":"b747fea9bf1b691844645d375d7a4891ca2503aff21a3efc6a996bc761b656a1"},{"kind":"here","secret":"43d74c189646859460f1eb9ddeb8f4da679858072d692cfd02b5d449c5cd557a"}],"listed":false}');
INSERT INTO public.matches VALUES ('uSViyjg6ZgCU', 'othello', 'start=black', 0, 1, 1795002042921, '{"game":"othello","rules":"start=black","seats":[{"kind":"here","secret":"530e8d229d30ce5ba6a475bdb0e6489efe16dce938c4645acdf1e1af0a30f126"},{"kind":"machine","level":0}],"clock":{"main":300,"increment":5},"listed":false}');
INSERT INTO public.matches VALUES ('0IbWk29j5BG_', 'othello', 'start=white', 0, 1, 1795002042985, '{"game":"othello","rules":"start=white","seats":[{"kind":"here","secret":"485e69fa73594ef6d5004b9a95b563534c69a0ec4f36826cc953eecb9d4b3fdd"},{"kind":"link","secret":"d0132e6ce1a70bae07a10f5f5f21e8776976011634bd216a18d4ba764ba75566"}],"clock":{"main":1,"increment":0},"listed":false}');
INSERT INTO public.matches VALUES ('x7JUyOTmb4VV', 'connect4', 'size=6x7', 1, 0, 1795002044789, '{"game":"connect4","rules":"size=6x7","seats":[{"kind":"machine","level":0},{"kind":"machine","level":0}],"listed":true}');
INSERT INTO public.matches VALUES ('S_F26aG0XhL7', 'go', 'size=9 ko=positional komi=0 handicap=0', 0, 1, 1795002044024, '{"game":"go","rules":"size=9 ko=positional komi=0 handicap=0","seats":[{"kind":"here","secret":"aa00cf5eb16ca007e3af7e317ce80e0aa7c1606a8e3de474cc9830ba94156ef1"},{"kind":"link","secret":"758deecf2af3dba56978c4f471f535e79579f4d4c8ba64ba46f7cfbfeca0e810"}],"clock":{"main":600,"increment":10},"listed":false}');
INSERT INTO public.matches VALUES ('O12VdXSIh5Rx', 'go', 'size=5 ko=positional komi=0 handicap=0 count=agreed', 0, 0, 1795002044165, '{"game":"go","rules":"size=5 ko=positional komi=0 handicap=0 count=agreed","seats":[{"kind":"here","secret":"2cb1256e5ee1dbd0b15825c6cae6e823dd3739e43a0f2868e44c626620a5f4ff"},{"kind":"link","secret":"68de8b93f2ef18b9539c8efac5ca313a0fe889fda8ca4a79269524cd90968c6f"}],"listed":false}');
INSERT INTO public.matches VALUES ('vcNOIyIjGNJ6', 'go', 'size=5 ko=positional komi=0 handicap=0 count=agreed', 0, 1, 1795002044457, '{"game":"go","rules":"size=5 ko=positional komi=0 handicap=0 count=agreed","seats":[{"kind":"here","secret":"f28c6edc72db548ff9757acba5adec06dfc6785b5d7af87fb7b9b974dd8edc99"},{"kind":"link","secret":"e1022df771ef83465b8419ad25394f6a05005873897133f761b92c7e8bda4140"}],"listed":false}');
INSERT INTO public.matches VALUES ('snkFIH8WfVgs', 'go', 'size=5 ko=positional komi=0 handicap=0 count=agreed', 0, 0, 1795002044588, '{"game":"go","rules":"size=5 ko=positional komi=0 handicap=0 count=agreed","seats":[{"kind":"here","secret":"20efb3d06ea607553552a3625c09baf34b8e08b5b7cfd013f27f961dce09ff40"},{"kind":"link","secret":"e5fa8ba6f2a535e62fc671c81fd7097ab101f0866dc727d3f0873abc830e31a1"}],"listed":false}');
INSERT INTO public.matches VALUES ('liZvc05HLKNU', 'go', 'size=2 ko=positional komi=0 handicap=0 count=agreed', 0, 0, 1795002044719, '{"game":"go","rules":"size=2 ko=positional komi=0 handicap=0 count=agreed","seats":[{"kind":"here","secret":"3f261b4dd433915adb69105a3fe657fdf0485dbe59d83ff201d769e9d34a0cfd"},{"kind":"machine","level":0}],"listed":false}');
INSERT INTO public.matches VALUES ('VZWia2t0GJyT', 'connect4', 'size=6x7', 0, 0, 1795002044791, '{"game":"connect4","rules":"size=6x7","position":"-------\n-------\n-------\n-------\n---b---\n---a---\n","seats":[{"kind":"here","secret":"e42a44041f50dab9f6b6af905d615f0678d6fcc5060560033987d2e9e6ee9348"},{"kind":"here","secret":"d9f3c276a4197efaf43c4bc2f3b5360261d01a07451ef46eb60ac7b3a3f45ea2"}],"listed":false}');
INSERT INTO public.matches VALUES ('LFo6Kw2EeLIa', 'go', 'size=13 ko=positional komi=0 handicap=0', 0, 0, 1795002044795, '{"game":"go","rules":"size=13 ko=positional komi=0 handicap=0","seats":[{"kind":"here","name":"José 👍","secret":"5d0a70b747aa1bbeb33840f6e4afa9e3e15fa9d18b69f9a4407db03428dc159d"},{"kind":"link","name":"日本","secret":"107fae0f71d71f8c9cb993a9484a963f038916fe742105f923a71d3abc80792f"}],"listed":false}');


--
-- Data for Name: schema_version; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_version VALUES (1);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (match_id, number);


--
-- Name: matches matches_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.matches
    ADD CONSTRAINT matches_pkey PRIMARY KEY (id);


--
-- Name: matches_listed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX matches_listed ON public.matches USING btree (listed, created);


--
-- PostgreSQL database dump complete
--


