// Every text of the client in one language: each folder keeps its own in words/en.json.
export default import.meta.glob<Record<string, string>>("../**/words/en.json", { eager: true, import: "default" });
