/**
 * A file to send: a `File` of a browser, a `Blob`, or its content with a name. In Node, `fs.openAsBlob(path)` creates a
 * `Blob` that is read while it is sent.
 */
export type ClientFile =
  | Blob
  | { readonly name: string; readonly content: Blob | Uint8Array<ArrayBuffer> | ArrayBuffer }

/**
 * Returns the form of a call that sends a file; null for any other. The data comes first, so that the service can
 * refuse it before the file.
 */
export function fileForm(body: unknown): FormData | null {
  if (typeof body !== 'object' || body === null || !('file' in body)) return null
  const { file, ...data } = body
  const named = namedFile(file)
  if (!named) return null
  const form = new FormData()
  if (Object.keys(data).length > 0) form.append('data', JSON.stringify(data))
  form.append('file', named.blob, named.name)
  return form
}

function namedFile(file: unknown): { blob: Blob; name: string } | null {
  if (file instanceof Blob) return { blob: file, name: 'name' in file ? String(file.name) : 'file' }
  if (typeof file !== 'object' || file === null || !('name' in file && 'content' in file)) return null
  const { name, content } = file
  if (content instanceof Blob) return { blob: content, name: String(name) }
  if (content instanceof ArrayBuffer || ArrayBuffer.isView(content))
    return { blob: new Blob([content as Uint8Array<ArrayBuffer>]), name: String(name) }
  return null
}
