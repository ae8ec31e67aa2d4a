import { useFormats } from '../words/formats.ts'

/** A time as a distance, with the exact one on hover. */
export function Moment({ at }: { readonly at: string }) {
  const formats = useFormats()
  return (
    <time dateTime={at} title={formats.exact(at)}>
      {formats.ago(at)}
    </time>
  )
}
