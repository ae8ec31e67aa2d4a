/** What a browser sends for a form with a file. */
export function formWithFile(name: string, content: Buffer, data?: object): { body: Buffer; type: string } {
  const line = 'quire-prove-boundary'
  const before =
    data === undefined
      ? ''
      : `--${line}\r\nContent-Disposition: form-data; name="data"\r\n\r\n${JSON.stringify(data)}\r\n`
  const head = `--${line}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`
  const body = Buffer.concat([Buffer.from(before + head), content, Buffer.from(`\r\n--${line}--\r\n`)])
  return { body, type: `multipart/form-data; boundary=${line}` }
}
