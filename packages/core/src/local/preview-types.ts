import type { CallOptions } from './call-options.ts'

/** A preview token, which nobody can look up again (contract 7). */
export interface PreviewTokenAnswer {
  token: string
  expiresAt: string
}

export interface PreviewTokens {
  /** Ends a preview token. Whoever holds it may. */
  revokePreviewToken(request: { readonly token: string }, options?: CallOptions): Promise<{ revoked: true }>
}
