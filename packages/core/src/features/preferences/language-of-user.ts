import type { RecordReader } from '../../contracts/records.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { RecordOwner } from '../../engine/identity/signed-in.ts'
import { isLanguageTag } from '../../fields/option-kinds.ts'
import { PREFERENCES } from './preference-table.ts'

/** The one preference that the service reads itself; the admin app keeps the language under it that somebody has chosen there. */
const LANGUAGE = 'language'

/** The language that a user has chosen; null if none, or if what is kept is no language. */
export async function languageOfUser(records: RecordReader, owner: RecordOwner): Promise<string | null> {
  const [found] = await records.find(PREFERENCES.name, { ...owner, key: LANGUAGE })
  const value = found && parseJson(found.value)
  return typeof value === 'string' && isLanguageTag(value) ? value : null
}
