import { mount } from "svelte";
import "./style/base.css";
import App from "./App.svelte";
import { addCommonDrawings } from "./art";
import { pageFor } from "./site/pages";
import { prefs } from "./state/prefs.svelte";
import { guessed, speak } from "./words/words.svelte";

// The words and the page travel at the same time; App asks for the page again and finds it here.
const words = speak(prefs.language || guessed());
pageFor(location.pathname).load().catch(() => undefined);
addCommonDrawings();
await words;

const place = document.getElementById("app");
if (place) mount(App, { target: place });
