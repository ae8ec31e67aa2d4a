import type { IncomingMessage } from 'node:http'
import { ForbiddenAddress, type IncomingFile, type IssueCode, QuireError } from '@quirecms/core'
import { guardedRequest, type Network } from './guarded-request.ts'

const MOST_REDIRECTS = 3

/** Deadline in milliseconds from the first DNS lookup to the last byte; below the timeout of a request. */
const LONGEST_TIME = 25_000

/**
 * Fetches a file from a URL (docs/contract/uploads.md#remote-uploads): https only, from a host that the configuration
 * lists, at a public address; every redirect is checked again. Rejects with `validation` at `url`, and reveals nothing
 * about what a refused address answers.
 */
export async function remoteFile(
  given: string,
  hosts: readonly string[],
  network: Network,
  over?: AbortSignal,
): Promise<IncomingFile> {
  const signal = AbortSignal.any([AbortSignal.timeout(LONGEST_TIME), ...(over ? [over] : [])])
  let url = parse(given)
  for (let redirects = 0; ; redirects += 1) {
    refuseUnlessListed(url, hosts)
    const response = await get(url, network, signal)
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy()
      if (redirects === MOST_REDIRECTS) throw refusal('forbidden', 'The address redirects too often.')
      url = parse(headers.location, url)
      continue
    }
    if (statusCode !== 200 || (headers['content-encoding'] ?? 'identity') !== 'identity') {
      response.destroy()
      throw refusal('unreachable', `The address answers with status ${statusCode} instead of a file.`)
    }
    return { filename: nameOf(url), size: sizeOf(response), content: contentOf(response) }
  }
}

function parse(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw refusal('format', 'This is not a URL.')
  if (url.protocol !== 'https:') throw refusal('forbidden', 'Only https addresses are allowed.')
  if (url.username !== '' || url.password !== '') throw refusal('forbidden', 'The URL must not contain credentials.')
  return url
}

function refuseUnlessListed({ hostname }: URL, hosts: readonly string[]): void {
  const name = hostname.replace(/\.$/, '')
  const isListed = hosts.some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host))
  if (!isListed) throw refusal('forbidden', 'Files from this host are not allowed.')
}

async function get(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  try {
    const headers = { accept: '*/*', 'accept-encoding': 'identity' }
    return await guardedRequest({ url, method: 'GET', headers, signal }, network)
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw refusal('forbidden', 'Files from this address are not allowed.')
    throw refusal('unreachable', 'The address cannot be reached.', error)
  }
}

async function* contentOf(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response as AsyncIterable<Uint8Array>
  } catch (error) {
    throw refusal('unreachable', 'The transfer of the file was interrupted.', error)
  } finally {
    response.destroy()
  }
}

function sizeOf({ headers }: IncomingMessage): number | undefined {
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) ? length : undefined
}

/** The last segment of the path, decoded. */
function nameOf({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

function refusal(code: IssueCode, message: string, cause?: unknown): QuireError {
  const issues = [{ code, path: 'url', message }]
  return new QuireError('validation', 'The file cannot be fetched. The issues say why.', { issues, cause })
}
