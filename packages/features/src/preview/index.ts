import { type Call, draftsOf, type Duration, type Feature, isObject, parseDuration } from '@quirecms/core/feature'
import { mintToken } from './mint-token.ts'
import { PREVIEW_TOKENS, revokePreviewToken } from './preview-tokens.ts'
import { readPreview } from './shown-preview.ts'
import { renderPreview } from './render-preview.ts'

const DEFAULT_LIFETIME: Duration = '15m'

function lifetimeOf(preview: unknown): number {
  return parseDuration((isObject(preview) ? preview['lifetime'] : undefined) ?? DEFAULT_LIFETIME)
}

/**
 * Preview tokens show the newest content of one document or global for a short time, to every client that has the
 * token. Only users can create them.
 */
export const preview: Feature<Call> = {
  name: 'preview',
  options: ['preview'],
  for: ({ kind, hasUsers }) => kind !== 'service' && hasUsers,
  adds({ kind, options }) {
    const hasDrafts = draftsOf(options['versions']) !== null
    const rule = hasDrafts ? 'readDrafts' : 'read'
    const newest = hasDrafts ? { draft: true } : {}
    return {
      records: [PREVIEW_TOKENS],
      operations: [
        mintToken(kind, rule, lifetimeOf(options['preview'])),
        readPreview(kind, newest),
        renderPreview(kind, rule, newest),
      ],
      onRemove: async ({ entity }, { tx }, { document, forGood }) => {
        const tokens = { kind: entity.kind, slug: entity.slug, documentId: document.id }
        if (forGood) await tx.records.remove(PREVIEW_TOKENS.name, tokens)
      },
    }
  },
}

export const previewTokens: Feature<Call> = {
  name: 'preview tokens',
  for: ({ kind, hasUsers }) => kind === 'service' && hasUsers,
  adds: () => ({ records: [PREVIEW_TOKENS], operations: [revokePreviewToken] }),
}

/** Deletes the tokens of deleted users, also of those in the trash: a restored user creates new ones. */
export const previewTokensOfUsers: Feature<Call> = {
  name: 'own preview tokens',
  for: ({ auth }) => auth !== null,
  adds: () => ({
    onRemove: async ({ entity }, { tx }, { document }) => {
      await tx.records.remove(PREVIEW_TOKENS.name, { makerCollection: entity.slug, makerId: document.id })
    },
  }),
}
