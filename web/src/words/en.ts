// The texts of the client in one language: each folder keeps its own in words/en.json, or in later/en.json if few need them.
export default import.meta.glob<Record<string, string>>("../**/words/en.json", { eager: true, import: "default" });
