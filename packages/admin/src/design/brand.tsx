import { branding } from '../data/branding.ts'
import { QuireMark } from './wordmark.tsx'

/** The logo and name of the application, or ours. */
export function Brand({ size = 20, nameClass }: { readonly size?: number; readonly nameClass?: string }) {
  const { name, logo } = branding
  return (
    <>
      {logo === undefined ? <QuireMark size={size} /> : <img src={logo} alt="" height={size} />}
      <span className={nameClass}>{name}</span>
    </>
  )
}
