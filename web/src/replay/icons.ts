// The signs that only a replay needs.
import { addDrawings } from "$/art/sprite";

addDrawings("icons", import.meta.glob<string>("./icons/*.svg", { eager: true, query: "?raw", import: "default" }));
