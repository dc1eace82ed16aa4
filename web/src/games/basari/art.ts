import { offerDrawings } from "$/art/sprite";
import "./letters.css";

const files = import.meta.glob<string>("./art/*.svg", { eager: true, query: "?raw", import: "default" });

offerDrawings("basari", files);
