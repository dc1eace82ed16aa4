// Every text of the client in one language: each folder keeps its own in words/de.json.
export default import.meta.glob<Record<string, string>>("../**/words/de.json", { eager: true, import: "default" });
