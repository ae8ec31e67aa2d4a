import { type Call, type Feature, flatten } from '@quirecms/core/feature'
import { copyGlobalLocale, copyLocale } from './copy-locale.ts'

export const localeCopies: Feature<Call> = {
  name: 'copyLocale',
  for: ({ fields, localization }) => localization !== null && flatten(fields).some(({ localized }) => localized),
  adds: ({ kind }) => ({ operations: [kind === 'collection' ? copyLocale : copyGlobalLocale] }),
}
