import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** A minimal authenticator: an ES256 key, and responses in the JSON of the standard. */
export class Authenticator {
  readonly id = randomBytes(16).toString('base64url')
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  counter = 0
  userHandle: string | undefined

  constructor() {
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  make({ challenge, rp, user }: CreationOptions, told: Told = {}) {
    this.userHandle = user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const about = Buffer.concat([Buffer.alloc(16), length, id, key])
    const authData = this.#authData({ rpId: rp.id, ...told }, 0x40, about)
    const head = Buffer.concat([text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')])
    const size = Buffer.from([0x59, authData.length >> 8, authData.length & 255])
    const attestationObject = Buffer.concat([Buffer.from([0xa3]), head, size, authData]).toString('base64url')
    const clientDataJSON = clientData('webauthn.create', challenge, told.origin)
    return this.#answer({ clientDataJSON, attestationObject, transports: ['internal'] })
  }

  use({ challenge, rpId }: RequestOptions, told: Told = {}) {
    this.counter += 1
    const clientDataJSON = clientData('webauthn.get', challenge, told.origin)
    const authData = this.#authData({ rpId, ...told }, 0, Buffer.alloc(0))
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const signature = sign('sha256', signed, this.#keys.privateKey).toString('base64url')
    const { userHandle } = this
    return this.#answer({ clientDataJSON, authenticatorData: authData.toString('base64url'), signature, userHandle })
  }

  #authData({ rpId = '', userVerified = true }: Told, flags: number, about: Buffer): Buffer {
    const counted = Buffer.alloc(5)
    counted.writeUInt8(flags | 0x01 | (userVerified ? 0x04 : 0))
    counted.writeUInt32BE(this.counter, 1)
    return Buffer.concat([sha256(rpId), counted, about])
  }

  #answer<Response extends object>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} }
  }
}

/** Overrides of client data, for responses with a wrong origin or challenge. */
interface Told {
  readonly origin?: string
  readonly rpId?: string
  readonly userVerified?: boolean
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

export const ORIGIN = 'https://cms.example.com'

function clientData(type: string, challenge: string, origin = ORIGIN): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}
