// What belongs to a person besides tables: tokens for programs, links to other devices, ways to be told things.
import { api, request } from "$/net/api";
import type { Me } from "$/net/messages";

export interface Token {
  id: string;
  label: string;
  made_at: number;
}

export interface DeviceLink {
  link: string;
  expires_at: number;
}

const TOKENS = "/api/me/tokens";

export const account = {
  tokens: () => request<{ tokens: Token[] }>(TOKENS).then((answer) => answer.tokens),
  makeToken: (label: string) => request<Token & { token: string }>(TOKENS, { body: { label } }),
  revokeToken: (id: string) => request<null>(`${TOKENS}/${id}`, { method: "DELETE" }),
  makeLink: () => request<DeviceLink>("/api/me/link", { method: "POST" }),
  askEmail: (email: string) => request<{ sent_to: string }>("/api/me/email", { body: { email } }),
  /** The secret comes with the answer only when the address is new. */
  setWebhook: (webhook: string) => api.changeMe({ webhook }) as Promise<Me & { webhook_secret: string | null }>,
};
