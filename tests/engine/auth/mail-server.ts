import { SMTPServer } from 'smtp-server'

interface Received {
  readonly to: string
  readonly text: string
  /** Unparsed, with headers. */
  readonly raw: string
}

export interface MailServer {
  readonly port: number
  readonly received: readonly Received[]
  close(): Promise<void>
}

/** A real SMTP server on this machine that keeps received mails. Uses a free port, or a given one after a restart. */
export async function mailServer(at = 0): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        // Lines are folded at 76 characters (quoted-printable).
        const unfolded = text.replaceAll('=\r\n', '').replaceAll('=3D', '=')
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: unfolded, raw: text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return { port, received, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
