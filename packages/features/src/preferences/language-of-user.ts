import { isLanguageTag, parseJson, type RecordOwner, type RecordReader } from '@quirecms/core/feature'
import { PREFERENCES } from './preference-table.ts'

/** The only preference that the service reads: the admin app stores the chosen language in it. */
const LANGUAGE = 'language'

/** Language that a user has chosen; null if there is none, or the value is not a language tag. */
export async function languageOfUser(records: RecordReader, owner: RecordOwner): Promise<string | null> {
  const [found] = await records.find(PREFERENCES.name, { ...owner, key: LANGUAGE })
  const value = found && parseJson(found.value)
  return typeof value === 'string' && isLanguageTag(value) ? value : null
}
