// The drawings that every page may use: common/logo, seats/…, icons/….
import { offerDrawings } from "./sprite";

const icons = import.meta.glob<string>("./common/icons/*.svg", { eager: true, query: "?raw", import: "default" });
const seats = import.meta.glob<string>("./common/seats/*.svg", { eager: true, query: "?raw", import: "default" });
const common = import.meta.glob<string>("./common/*.svg", { eager: true, query: "?raw", import: "default" });

export function offerCommonDrawings(): void {
  offerDrawings("icons", icons);
  offerDrawings("seats", seats);
  offerDrawings("common", common);
}
