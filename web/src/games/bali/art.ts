import { offerDrawings } from "$/art/sprite";

const files = import.meta.glob<string>("./art/*.svg", { eager: true, query: "?raw", import: "default" });

offerDrawings("bali", files);
