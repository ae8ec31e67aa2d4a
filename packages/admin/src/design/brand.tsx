import { branding } from '../data/page-settings.ts'

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

/** The logo: folded sheets with a ribbon. */
function QuireMark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      aria-hidden="true"
    >
      <path d="M2.500 4.200c2.500-.9 5-.9 7.500.5v12c-2.500-1.400-5-1.400-7.500-.5z" strokeLinejoin="round" />
      <path d="M17.500 4.200c-2.500-.9-5-.9-7.500.5v12c2.500-1.400 5-1.400 7.500-.5z" strokeLinejoin="round" />
      <path d="M14 3.800v6" stroke="var(--rubric)" strokeWidth="2" />
    </svg>
  )
}
