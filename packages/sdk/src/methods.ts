import { QuireError } from './client-error.ts'
import { fileForm } from './file-form.ts'
import { queryString } from './query-string.ts'
import { answerOf, type ClientConnection, send } from './send.ts'
import type { OnProgress } from './upload.ts'

export type Method = (...args: unknown[]) => Promise<unknown>

export type Methods = Record<string, Method>

interface SentOptions {
  readonly signal?: AbortSignal
  readonly headers?: RequestInit['headers']
  readonly onProgress?: OnProgress
  readonly ifMatch?: number
}

/** Creates one method per row of the table: `'PATCH /api/collections/{slug}/{id} id,body doc'`. Unknown names throw. */
export function methodsOf(rows: Readonly<Record<string, string>>, connection: ClientConnection, slug: string): Methods {
  return demanding(grouped(Object.entries(rows).map(([name, row]) => [name, methodOf(row, connection, slug)] as const)))
}

function grouped(methods: readonly (readonly [name: string, method: Method])[]): Methods {
  const all: Record<string, Method | Methods> = {}
  for (const [name, method] of methods) {
    const [group = '', own] = name.split('.')
    if (own === undefined) all[group] = method
    else all[group] = demanding(Object.assign({ ...(all[group] as Methods | undefined) }, { [own]: method }))
  }
  return all as Methods
}

function demanding(methods: Methods): Methods {
  return new Proxy(methods, {
    get(all, name) {
      if (Object.hasOwn(all, name)) return Reflect.get(all, name) as unknown
      if (isProbe(name)) return undefined
      const names = Object.keys(all).toSorted().join(', ')
      throw new QuireError('not_found', `There is no method "${String(name)}". Available: ${names}.`, { status: 404 })
    },
  })
}

/** Whether JavaScript or a tool reads this name to inspect the object, for example whether it is a promise. */
export function isProbe(name: string | symbol): boolean {
  return typeof name === 'symbol' || name === 'then' || name === 'toJSON' || !/^[a-z]/i.test(name)
}

function methodOf(row: string, connection: ClientConnection, slug: string): Method {
  const [method = '', template = '', list = '', kind] = row.split(' ')
  const names = list === '-' ? [] : list.split(',')
  return async (...args) => {
    const { signal, headers, onProgress, ifMatch, ...query } = (args[names.length] ?? {}) as SentOptions
    const sent = new Headers(headers)
    if (ifMatch !== undefined) sent.set('if-match', `"${ifMatch}"`)
    const values: Record<string, unknown> = { slug }
    let body: unknown
    for (const [index, name] of names.entries()) {
      if (name === 'body') body = args[index] ?? {}
      // An argument outside of path and body is a preview token, which is sent in a header.
      else if (template.includes(`{${name}}`)) values[name] = args[index]
      else sent.set('authorization', `Bearer ${String(args[index])}`)
    }
    const path = fillIn(template, /\{(\w+)\}/g, values) + queryString(query)
    const call = { method, path, body: fileForm(body) ?? body, headers: sent, signal, onProgress }
    const response = await send(connection, call)
    if (kind === 'stream') return response
    const answer = await answerOf(response)
    return kind === 'doc' ? (answer as { doc: unknown }).doc : answer
  }
}

export function fillIn(template: string, names: RegExp, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(names, (found, name: string) =>
    Object.hasOwn(values, name) ? segment(values[name]) : found,
  )
}

/** Encodes exactly one path segment. `..` would address another resource, and is never an id. */
function segment(value: unknown): string {
  const text = String(value)
  if (text === '' || text === '.' || text === '..')
    throw new QuireError('not_found', `There is nothing with the id "${text}".`, { status: 404 })
  return encodeURIComponent(text)
}
