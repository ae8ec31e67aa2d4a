import type { Feature } from '../../contracts/contribution.ts'
import { hasLocalized } from '../../content/field-tree.ts'
import type { Call } from '../../engine/call.ts'
import { copyGlobalLocale, copyLocale } from './copy-locale.ts'

export const localeCopies: Feature<Call> = {
  name: 'copyLocale',
  for: ({ fields, localization }) => localization !== null && hasLocalized(fields),
  adds: ({ kind }) => ({ operations: [kind === 'collection' ? copyLocale : copyGlobalLocale] }),
}
