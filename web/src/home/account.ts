// What belongs to a person besides tables: tokens for programs, links to other devices, ways to be told things.
import { api, request } from "$/net/api";
import type { DeviceLink, MailSent, Programs, TokenMade } from "$/net/messages";

export type { DeviceLink, Token } from "$/net/messages";

const TOKENS = "/api/me/tokens";

export const account = {
  tokens: () => request<Programs>(TOKENS).then((answer) => answer.tokens),
  makeToken: (label: string) => request<TokenMade>(TOKENS, { body: { label } }),
  revokeToken: (id: string) => request<null>(`${TOKENS}/${id}`, { method: "DELETE" }),
  makeLink: () => request<DeviceLink>("/api/me/link", { method: "POST" }),
  askEmail: (email: string) => request<MailSent>("/api/me/email", { body: { email } }),
  data: () => request<object>("/api/me/data"),
  forget: (name: string) => request<null>("/api/me/forget", { body: { name } }),
  /** The secret comes with the answer only when the address is new. */
  setWebhook: (webhook: string) => api.changeMe({ webhook }),
};
