import { type Call, type Feature, hasLocalized } from '@quirecms/core/feature'
import { copyGlobalLocale, copyLocale } from './copy-locale.ts'

export const localeCopies: Feature<Call> = {
  name: 'copyLocale',
  for: ({ fields, localization }) => localization !== null && hasLocalized(fields),
  adds: ({ kind }) => ({ operations: [kind === 'collection' ? copyLocale : copyGlobalLocale] }),
}
