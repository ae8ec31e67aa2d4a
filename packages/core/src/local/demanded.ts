import { QuireError } from '../contracts/errors.ts'
import { leavingLocalCall } from '../engine/hooks.ts'

/** Maximum number of names in an error message. */
const NAMED = 30

/**
 * A proxy that throws for missing members, because code with a wrong name would otherwise do nothing. `in` and
 * `Object.keys` tell which exist. `lack` creates the error.
 */
export function demanding<Member>(
  members: Readonly<Record<string, Member>>,
  lack: (name: string) => string,
): Readonly<Record<string, Member>> {
  return new Proxy(members, {
    get: (all, name) => (isProbe(all, name) ? undefined : demanded(all, name as string, lack)),
  })
}

/** Returns a member that must exist. Like every error of a local call, a missing one is a fault of the calling code. */
export function demanded<Member>(
  members: Readonly<Record<string, Member>>,
  name: string,
  lack: (name: string) => string,
): Member {
  // Names such as "constructor" are members of every object.
  if (Object.hasOwn(members, name)) return members[name] as Member
  const names = Object.keys(members).toSorted()
  const known = names.length === 0 ? '' : ` There is: ${names.slice(0, NAMED).join(', ')}${more(names)}.`
  throw leavingLocalCall(new QuireError('not_found', `${lack(name)}${known}`))
}

function more({ length }: readonly string[]): string {
  return length > NAMED ? ` and ${length - NAMED} more` : ''
}

/**
 * JavaScript and tools read these names to find out what an object is, such as a promise or a framework's type. No
 * collection and no method has such a name, and throwing would break code outside of the application.
 */
function isProbe(all: object, name: string | symbol): boolean {
  if (typeof name === 'symbol') return true
  return !Object.hasOwn(all, name) && (name === 'then' || name === 'toJSON' || !/^[a-z]/i.test(name))
}
