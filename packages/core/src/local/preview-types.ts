import type { CallExtra } from './call-options.ts'

/** A preview token, which nobody can look up again. */
export interface PreviewTokenAnswer {
  token: string
  expiresAt: string
}

/** What a preview token opens beside its document, with the rights of whoever makes it. */
export interface PreviewTokenRequest<Populate> {
  readonly populate?: Populate
}

export interface PreviewTokens<Extra extends CallExtra> {
  /** Ends a preview token. Whoever holds it may. */
  revokePreviewToken(request: { readonly token: string }, options?: Extra['options']): Promise<{ revoked: true }>
}
