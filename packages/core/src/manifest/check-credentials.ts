import type { CredentialPlace, CredentialScheme } from '../contracts/credential-scheme.ts'
import type { Manifest } from '../contracts/entity.ts'
import { ProblemList } from '../config/problem-list.ts'

const NAME = /^[a-z][A-Za-z0-9]{0,62}$/
const HEADER = /^[A-Za-z][A-Za-z0-9-]{0,62}$/
const PREFIX = /^[a-z][a-z0-9]{0,30}_$/
const PARAMETER = /^[a-z][A-Za-z0-9_-]{0,62}$/

/** The names of the framework's own schemes in the OpenAPI document. */
const OWN_NAMES = ['sessionCookie', 'sessionToken', 'apiKey', 'previewToken']

const OWN_PREFIXES = ['qk_', 'qp_']

/**
 * Headers with a defined meaning, and headers that browsers and proxies add on their own; they can't carry credentials.
 */
const TAKEN_HEADERS =
  /^(?:authorization|cookie|host|origin|referer|user-agent|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|date|from|via|forwarded|range|prefer|dnt|cache-control|pragma|upgrade-insecure-requests|x-request-id|x-bootstrap-token|x-real-ip|(?:accept|content|if|sec|proxy|access-control|x-forwarded)(?:-.*)?)$/i

/** Checks all kinds of credentials together: each needs a name and a place in the request of its own. */
export function checkCredentials<Call>(
  schemes: readonly CredentialScheme<Call>[],
  { collections, parameters }: Pick<Manifest<Call>, 'collections' | 'parameters'>,
): void {
  const problems = new ProblemList()
  const say = (name: string, what: string) => problems.add('', `The kind of credential "${name}" ${what}`)
  const spelled = new Set(Object.values(parameters).flatMap(({ spellings }) => spellings))
  if (schemes[0] && !Object.values(collections).some(({ loadActor }) => loadActor))
    say(schemes[0].name, 'has no effect, because this application has no users: add a collection with `auth`.')
  for (const [index, { name, place }] of schemes.entries()) {
    const before = schemes.slice(0, index)
    if (!NAME.test(name)) say(name, 'needs a name of letters and digits, such as signature.')
    else if (OWN_NAMES.includes(name) || before.some((other) => other.name === name))
      say(name, 'already exists. Give this one another name.')
    const wrong = wrongPlace(place, spelled)
    if (wrong !== null) say(name, wrong)
    const other = before.find((one) => areInOnePlace(one.place, place))
    if (other) say(name, `is read from the same place as "${other.name}". Choose another one.`)
  }
  problems.throwIfAny()
}

function wrongPlace(place: CredentialPlace, spelled: ReadonlySet<string>): string | null {
  switch (place.in) {
    case 'header':
      if (!HEADER.test(place.name)) return `cannot be read from the header "${place.name}", which is not a valid name.`
      return TAKEN_HEADERS.test(place.name)
        ? `cannot be read from the header "${place.name}", which has another meaning. Use one of your own, such as X-Signature.`
        : null
    case 'bearer':
      if (!PREFIX.test(place.prefix))
        return 'needs a prefix of lowercase letters and digits that ends with _, such as tk_.'
      return OWN_PREFIXES.includes(place.prefix)
        ? `cannot begin with "${place.prefix}", because other tokens do. Choose another prefix.`
        : null
    case 'query':
      if (!PARAMETER.test(place.name))
        return `cannot be read from the query parameter "${place.name}", which is not a valid name.`
      return spelled.has(place.name)
        ? `cannot be read from the query parameter "${place.name}", which has another meaning. Choose another name.`
        : null
  }
}

function areInOnePlace(one: CredentialPlace, other: CredentialPlace): boolean {
  if (one.in === 'bearer') return other.in === 'bearer' && one.prefix === other.prefix
  return one.in === other.in && one.name.toLowerCase() === other.name.toLowerCase()
}
