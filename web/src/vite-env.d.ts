/// <reference types="vite/client" />

declare module "*.md" {
  export const html: string;
  export const chapters: { id: string; title: string }[];
}
