import { mount } from "svelte";
import "./style/base.css";
import App from "./App.svelte";
import { offerCommonDrawings } from "./art";
import { inPage, meet } from "./net/api";
import { asWished, isWaitedFor, pageFor } from "./site/pages";
import { prefs } from "./state/prefs.svelte";
import { local, serverless } from "./state/root";
import { idle, yieldToBrowser } from "./ui/yielding";
import { guessed, speak } from "./words/words.svelte";

const SOME_TABLE = "/table/0000000000000000"; // all have the same page

// The words travel at the same time as the page; and who sits down at a table has to be known before it says anything.
const words = speak(prefs.language || guessed());
if (!serverless && location.pathname.startsWith("/table/")) meet().catch(() => undefined);
if (serverless) inPage().then<unknown>(({ toTable }) => toTable && pageFor(SOME_TABLE).load()).catch(() => undefined);
if (!isWaitedFor()) await yieldToBrowser();
offerCommonDrawings();
await words;
if (!isWaitedFor()) await yieldToBrowser();

await asWished();
const place = document.getElementById("app");
if (place) mount(App, { target: place });
if (serverless || local) void idle().then(() => import("./local/offline"));
