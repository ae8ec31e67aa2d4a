import { type Issue, QuireError } from '../../contracts/errors.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { DuplicateValue } from '../../contracts/document-storage.ts'
import { PART_SEPARATOR } from '../../contracts/storage-schema.ts'
import { isObject } from '../../content/json-object.ts'

const MOST_ATTEMPTS = 50

/** Repeats `attempt` if another document took a generated value concurrently. */
export async function untilNamesAreFree<T>(
  given: JsonObject,
  isNamedHere: (path: string) => boolean,
  attempt: () => Promise<T>,
): Promise<T> {
  const isMade = (path: string) => !isGiven(given, path) && isNamedHere(path)
  for (let left = MOST_ATTEMPTS; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 1 || !isNameTaken(error, isMade)) throw error
    }
  }
}

/** Only for generated values: a taken value from the caller is an error. */
function isNameTaken(error: unknown, isMade: (path: string) => boolean): boolean {
  if (!(error instanceof QuireError) || error.code !== 'validation') return false
  const issues = error.issues ?? []
  return (
    issues.length > 0 && issues.every((issue) => issue.code === 'unique' && namesOf(issue, error.cause).some(isMade))
  )
}

/** Of a compound unique value, one generated part is sufficient. */
function namesOf({ path }: Issue, cause: unknown): string[] {
  const names = cause instanceof DuplicateValue ? cause.index.split(PART_SEPARATOR) : [path]
  return names.map((name) => name.split('@', 1)[0] ?? name)
}

function isGiven(given: JsonObject, path: string): boolean {
  let value: JsonValue | undefined = given
  for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined
  return value !== undefined
}
