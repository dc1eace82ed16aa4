// The texts of the client in one language: each folder keeps its own in words/de.json, or in later/de.json if few need them.
export default import.meta.glob<Record<string, string>>("../**/words/de.json", { eager: true, import: "default" });
