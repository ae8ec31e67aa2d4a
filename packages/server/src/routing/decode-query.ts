import { type Manifest, type OperationDescription, type Parameter, QuireError } from '@quirecms/core'
import { parseQuery, type QueryNames } from '../intake/query-string.ts'
import { parseJsonParameter } from '../intake/strict-json.ts'

export interface DecodedQuery {
  readonly query: Readonly<Record<string, unknown>>
  /** Error with all other issues: unknown parameters and invalid values. */
  readonly refusedQuery?: QuireError
}

export type QueryDecoder = (rawQuery: string) => DecodedQuery

const NOTHING: DecodedQuery = Object.freeze({ query: Object.freeze({}) })

export function queryDecoder(
  { parameters: names, ignoresOtherParameters }: Pick<OperationDescription, 'parameters' | 'ignoresOtherParameters'>,
  parameters: Manifest['parameters'],
): QueryDecoder {
  const taken = names.flatMap((name) => parameters[name] ?? [])
  const repeats = (parameter: Parameter) => parameter.encoding === 'texts'
  const spelled: QueryNames = {
    once: new Set(taken.filter((parameter) => !repeats(parameter)).flatMap((parameter) => parameter.spellings)),
    repeatable: new Set(taken.filter(repeats).flatMap((parameter) => parameter.spellings)),
    json: new Set(taken.filter(({ encoding }) => encoding === 'json').flatMap((parameter) => parameter.spellings)),
  }
  const bySpelling = new Map(taken.flatMap((parameter) => parameter.spellings.map((spelling) => [spelling, parameter])))
  return (rawQuery) => {
    if (rawQuery === '') return NOTHING
    // Iterates over the given parameters: a request has few of the many that exist.
    const given = new Map<Parameter, readonly string[]>()
    const { values, issues } = parseQuery(rawQuery, spelled)
    const counted = ignoresOtherParameters ? issues.filter(({ code }) => code !== 'unknown_field') : issues
    const refusals = counted.map((issue) => new QuireError('invalid_query', issue.message, { issues: [issue] }))
    for (const [spelling, texts] of values) {
      const parameter = bySpelling.get(spelling)
      if (parameter) given.set(parameter, [...(given.get(parameter) ?? []), ...texts])
    }
    const query: Record<string, unknown> = {}
    for (const [parameter, texts] of given) {
      try {
        query[parameter.name] = decode(parameter, texts)
      } catch (error) {
        if (!(error instanceof QuireError) || error.code !== 'invalid_query') throw error
        refusals.push(error)
      }
    }
    const [first] = refusals
    if (!first) return { query }
    const all = refusals.flatMap((refusal) => refusal.issues ?? [])
    return { query, refusedQuery: new QuireError('invalid_query', first.message, { issues: all }) }
  }
}

/** Keeps a value of the wrong type as text, so that the engine's check of the parameter refuses it. */
function decode({ spellings: [spelling = ''], encoding }: Parameter, texts: readonly string[]): unknown {
  const [text = ''] = texts
  if (encoding === 'texts') return texts
  // Two spellings of one parameter may both be given if they agree (docs/contract/requests.md#strict-parameters).
  if (texts.some((other) => other !== text)) throw ambiguous(spelling)
  switch (encoding) {
    case 'text':
      return text
    case 'integer':
      return /^(?:0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text
    case 'boolean':
    case 'boolean or text':
      return text === 'true' || text === 'false' ? text === 'true' : text
    case 'json':
      return parseJsonParameter(spelling, text)
  }
}

function ambiguous(path: string): QuireError {
  const message = `The query parameter "${path}" is given with two different values.`
  return new QuireError('invalid_query', message, { issues: [{ code: 'type', path, message }] })
}
