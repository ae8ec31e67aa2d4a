import { useFormats } from '../words/formats.ts'

export function Moment({ at }: { readonly at: string }) {
  const formats = useFormats()
  return (
    <time dateTime={at} title={formats.exact(at)}>
      {formats.ago(at)}
    </time>
  )
}
