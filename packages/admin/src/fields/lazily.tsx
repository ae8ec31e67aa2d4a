import { type ComponentType, lazy, Suspense } from 'react'
import { Loading } from '../design/loading.tsx'

/** A component that is loaded when it is first shown, so that lists do not wait for editors. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  return function Lazy(props: Props) {
    return (
      <Suspense fallback={<Loading isInline />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
