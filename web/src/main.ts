import { mount } from "svelte";
import "./style/base.css";
import App from "./App.svelte";
import { addCommonDrawings } from "./art";
import { prefs } from "./state/prefs.svelte";
import { guessed, speak } from "./words/words.svelte";

addCommonDrawings();
await speak(prefs.language || guessed());

const place = document.getElementById("app");
if (place) mount(App, { target: place });
