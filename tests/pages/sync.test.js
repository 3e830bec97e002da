// Games of a device and a server that is not there, has one already, refuses one, or has lost an answer.
import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";

const nothing = () => null;
globalThis.window = { addEventListener: nothing };
globalThis.document = { createTreeWalker: nothing, addEventListener: nothing, removeEventListener: nothing };
globalThis.localStorage = {};
const { Synced } = await import("../../jotto/pages/sync.js");
const { Away } = await import("../../jotto/pages/text.js");
const { store, stored, namesOf } = await import("../../jotto/pages/shelf.js");

const HATCH = [["score", "hatch", "4,0"]];
const LATCH = [...HATCH, ["score", "latch", "4,0"]];
const GAME = { key: "k", table: "game=words", transcript: HATCH, attempt: null, hints: 0, version: 1 };
const OTHER = { transcript: LATCH, tried: [], hints: 2, title: "jotto" };

/** What a server keeps of one game, as the program's: a game that was sent by its latest version is taken. */
class Server {
  constructor() {
    Object.assign(this, { game: null, version: 0, asked: [], does: [] });
  }

  ask(_path, form) {
    this.asked.push(form);
    const does = this.does.shift();
    if (does === "away") throw new Away();
    if (does === "refuse") return { error: "too long" };
    if (does === "busy") return { text: "try later", error: "try later" };
    if (!form || Number(form.version) === this.version) {
      if (form) this.take(JSON.parse(form.game), form.gone);
      if (does === "lose") throw new Away();
    }
    return this.version ? { ...this.game, version: this.version, title: "jotto" } : {};
  }

  take(game, gone) {
    this.version += 1;
    this.game = gone ? { transcript: [], tried: [] } : game;
  }
}

let server, synced;
const game = () => stored("jotto game one");
const play = (transcript) => store("jotto game one", { ...game(), transcript, version: game().version + 1 });
async function send() {
  await synced.send();
  clearTimeout(synced.timer);
}

beforeEach(() => {
  mock.method(console, "error", assert.fail);
  for (const name of namesOf("")) store(name, null);
  server = new Server();
  synced = new Synced(async (...asked) => server.ask(...asked));
  store("jotto game one", GAME);
});

describe("a game that is sent", () => {
  test("is kept there, and sent again only when it has changed", async () => {
    await send();
    assert.deepEqual([game().sent, game().server, server.game.transcript], [1, 1, HATCH]);
    await send();
    assert.equal(server.asked.length, 1);
    play(LATCH);
    await send();
    assert.deepEqual([game().sent, game().server, server.game.transcript], [2, 2, LATCH]);
    assert.equal(stored("jotto sent one").texts, undefined);
  });
  test("is sent again when the server is there", async () => {
    server.does = ["away"];
    await send();
    assert.deepEqual([game().sent, server.version], [undefined, 0]);
    await send();
    assert.deepEqual([game().sent, server.version], [1, 1]);
  });
  test("goes on from what was taken there, though the answer was lost", async () => {
    server.does = ["lose"];
    await send();
    assert.deepEqual([game().sent, server.version], [undefined, 1]);
    play(LATCH);
    await send();
    assert.deepEqual([game().lost, game().server, game().sent], [undefined, 2, 2]);
    assert.deepEqual([server.game.transcript, game().transcript], [LATCH, LATCH]);
  });
  test("gives way to what another device has made of it", async () => {
    await send();
    server.take(OTHER);
    play([["score", "match", "4,0"]]);
    await send();
    assert.deepEqual([game().transcript, game().server, game().lost, game().sent], [LATCH, 2, true, game().version]);
  });
  test("stays as it is where it is refused, and is not sent again until it changes", async () => {
    server.does = ["refuse"];
    await send();
    await send();
    assert.deepEqual([game().refused, game().why, game().transcript, server.asked.length], [1, "too long", HATCH, 1]);
    play(LATCH);
    await send();
    assert.deepEqual([game().sent, server.version], [2, 1]);
  });
  test("waits while the server is busy", async () => {
    server.does = ["busy"];
    await send();
    assert.deepEqual([game().sent, game().refused], [undefined, undefined]);
    await send();
    assert.equal(game().sent, 1);
  });
  test("and changes meanwhile is sent once more", async () => {
    const ask = server.ask.bind(server);
    server.ask = (...asked) => {
      if (server.asked.length === 0) play(LATCH);
      return ask(...asked);
    };
    await send();
    assert.deepEqual([game().sent, game().server, server.game.transcript], [undefined, 1, HATCH]);
    await send();
    assert.deepEqual([game().sent, game().server, server.game.transcript], [2, 2, LATCH]);
  });
  test("and deleted meanwhile does not come back", async () => {
    synced.net = async (...asked) => {
      store("jotto game one", null);
      return server.ask(...asked);
    };
    await send();
    assert.deepEqual([namesOf("jotto game"), server.version], [[], 1]);
  });
  test("of a list of one's own stays here", async () => {
    const { MADE } = await import("../../jotto/pages/house.js");
    store("jotto game one", { ...GAME, key: `${MADE}k` });
    await send();
    assert.deepEqual(server.asked, []);
  });
  test("is dropped there when it was deleted here, and only then here", async () => {
    await send();
    const saved = game();
    store("jotto game one", null);
    store("jotto gone one", saved);
    server.does = ["away"];
    await send();
    assert.deepEqual(namesOf("jotto gone"), ["jotto gone one"]);
    await send();
    assert.deepEqual([namesOf("jotto gone"), server.game.transcript], [[], []]);
  });
});

describe("a game on the server", () => {
  test("is taken where what is here was sent, and replaces nothing that was not", async () => {
    await send();
    server.take(OTHER);
    const close = synced.follow("/game/one", {}, { changed: nothing }).close;
    await new Promise(setImmediate);
    assert.deepEqual([game().transcript, game().hints, game().server], [LATCH, 2, 2]);
    close();
    synced.follow("/game/one", {}, { changed: () => assert.fail("it is the same") }).close();
    await new Promise(setImmediate);
    play(HATCH);
    server.take({ ...OTHER, transcript: [] });
    synced.follow("/game/one", {}, { changed: () => assert.fail("it has no newer one to show") }).close();
    await new Promise(setImmediate);
    assert.deepEqual(game().transcript, HATCH);
  });
  test("is deleted there, if it was never here", async () => {
    server.take(OTHER);
    assert.deepEqual(await synced.ask("/game/two", { do: "delete" }), { go: "/" });
    assert.deepEqual([server.version, server.game.transcript], [2, []]);
  });
});
