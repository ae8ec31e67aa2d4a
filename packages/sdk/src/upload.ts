/** Progress of an upload. `total` is null if unknown. */
export interface UploadProgress {
  readonly loaded: number
  readonly total: number | null
}

export type OnProgress = (progress: UploadProgress) => void

interface BrowserRequest {
  readonly upload: {
    addEventListener(type: 'progress', listener: (event: BrowserProgress) => void): void
  }
  readonly status: number
  readonly response: ArrayBuffer | null
  responseType: string
  withCredentials: boolean
  addEventListener(type: 'load' | 'error' | 'abort', listener: () => void): void
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(body: FormData): void
  abort(): void
}

interface BrowserProgress {
  readonly lengthComputable: boolean
  readonly loaded: number
  readonly total: number
}

type SentForm = RequestInit & { readonly body: FormData; readonly headers: Headers }

/** `fetch` for a form with upload progress. In browsers, only `XMLHttpRequest` reports it. */
export function fetchWithProgress(
  fetch: typeof globalThis.fetch,
  url: string,
  init: SentForm,
  onProgress: OnProgress,
): Promise<Response> {
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => BrowserRequest }
  if (XMLHttpRequest && fetch === globalThis.fetch) return sendFromBrowser(new XMLHttpRequest(), url, init, onProgress)
  return fetch(url, counted(init, onProgress))
}

function sendFromBrowser(
  request: BrowserRequest,
  url: string,
  { method = 'POST', headers, body, signal, credentials }: SentForm,
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const abort = () => request.abort()
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) =>
      onProgress({ loaded, total: lengthComputable ? total : null }),
    )
    request.addEventListener('load', () => {
      signal?.removeEventListener('abort', abort)
      resolve(new Response(request.response, { status: request.status, headers: headersOf(request) }))
    })
    request.addEventListener('error', () => reject(new TypeError('The upload failed.')))
    request.addEventListener('abort', () => reject(signal?.reason as Error))
    request.open(method, url)
    request.responseType = 'arraybuffer'
    request.withCredentials = credentials === 'include'
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    if (signal?.aborted) reject(signal.reason as Error)
    else {
      signal?.addEventListener('abort', abort)
      request.send(body)
    }
  })
}

function headersOf(request: BrowserRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}

/** Wraps the body so that it reports the bytes that were read from it. */
function counted(init: SentForm, onProgress: OnProgress): RequestInit {
  const form = new Response(init.body)
  const headers = new Headers(init.headers)
  headers.set('content-type', form.headers.get('content-type') ?? '')
  let loaded = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      loaded += chunk.byteLength
      onProgress({ loaded, total: null })
      controller.enqueue(chunk)
    },
  })
  // Browsers require `duplex` for a streamed body; not all type libraries declare it.
  const half: RequestInit & { duplex: 'half' } = {
    ...init,
    headers,
    body: form.body?.pipeThrough(counter) ?? null,
    duplex: 'half',
  }
  return half
}
