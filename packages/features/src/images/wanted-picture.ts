import {
  type ImagesOptions,
  invalidQuery,
  type Operation,
  type Parameter,
  type PictureFormat,
  QueryProblems,
  type UploadSettings,
} from '@quirecms/core/feature'

export interface WantedPicture {
  readonly kind: 'width'
  readonly width: number
  readonly format: PictureFormat | 'original'
  /** The format was chosen by the `Accept` header. */
  readonly isNegotiated: boolean
}

/** A requested picture: a width, or a named size. */
export type Wanted = WantedPicture | { readonly kind: 'size'; readonly name: string }

/** Widths and formats differ per collection: see `pictureSchemas`. */
export const widthParameter: Parameter = {
  name: 'w',
  spellings: ['w'],
  description: 'The width of the picture in pixels. It is never wider than the file.',
  encoding: 'integer',
  schema: { type: 'integer' },
  cacheable: true,
}

export const formatParameter: Parameter = {
  name: 'format',
  spellings: ['format'],
  description:
    'The format of the picture, together with `w`. `auto`, the default, is the first format that `Accept` names, or else that of the file, as with `original`.',
  encoding: 'text',
  schema: { type: 'string' },
  cacheable: true,
}

export const sizeParameter: Parameter = {
  name: 'size',
  spellings: ['size'],
  description:
    'The name of a configured size. A size that was configured after the upload is generated at its first request.',
  encoding: 'text',
  schema: { type: 'string' },
  cacheable: true,
}

function formatsOf({ formats }: ImagesOptions): readonly string[] {
  return ['auto', 'original', ...formats]
}

/** Query parameters of a collection with their allowed values. */
export function pictureSchemas({ images, sizes }: UploadSettings): NonNullable<Operation<never>['querySchemas']> {
  const names = Object.keys(sizes)
  return {
    ...(images && {
      w: { ...widthParameter, schema: { type: 'integer', enum: images.widths } },
      format: { ...formatParameter, schema: { type: 'string', enum: formatsOf(images) } },
    }),
    ...(names.length > 0 && { size: { ...sizeParameter, schema: { type: 'string', enum: names } } }),
  }
}

/** Null if the request is for the file itself. */
export function wantedOf(
  query: Readonly<Record<string, unknown>>,
  accept: string | undefined,
  { images }: UploadSettings,
): Wanted | null {
  const { size } = query
  if (size === undefined) return images && wantedPicture(query, accept, images)
  const problems = new QueryProblems()
  for (const other of ['w', 'format'])
    if (query[other] !== undefined) problems.add('option', other, `Use either "size" or "w" and "format", not both.`)
  problems.throwIfAny()
  return { kind: 'size', name: size as string }
}

function wantedPicture(
  query: Readonly<Record<string, unknown>>,
  accept: string | undefined,
  images: ImagesOptions,
): WantedPicture | null {
  const { widths, formats } = images
  const { w: width, format = 'auto' } = query
  if (width === undefined && query['format'] === undefined) return null
  const message = `Pictures come in these widths: ${widths.join(', ')}. Ask for one of them with "w".`
  if (width === undefined) throw invalidQuery([{ code: 'option', path: 'w', message }])
  const isNegotiated = format === 'auto'
  const chosen = isNegotiated ? (formats.find((one) => accepts(accept, one)) ?? 'original') : format
  return { kind: 'width', width: Number(width), format: chosen as WantedPicture['format'], isNegotiated }
}

/** Only formats that the client names: `image/*` is also sent by clients that support fewer. */
function accepts(accept: string | undefined, format: PictureFormat): boolean {
  return (accept ?? '').split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === `image/${format}` && !parameters.some((one) => /^q=0(?:\.0*)?$/.test(one))
  })
}

/** Named sizes are finished pictures; no picture is made of them. */
export function notTheOriginal(path: 'w' | 'size'): Error {
  return invalidQuery([
    {
      code: 'option',
      path,
      message: 'Only the original file is available in several widths and sizes: use the objectKey of the document.',
    },
  ])
}
