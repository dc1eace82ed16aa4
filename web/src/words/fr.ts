// The texts of the client in one language: each folder keeps its own in words/fr.json, or in later/fr.json if few need them.
export default import.meta.glob<Record<string, string>>("../**/words/fr.json", { eager: true, import: "default" });
