import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { queryClient } from '../data/query-client.ts'
import { Toasts } from '../design/toasts.tsx'
import { useAppearance } from '../words/appearance.ts'
import { directionOf } from '../words/direction.ts'
import { router } from './router.tsx'

export function App() {
  const direction = directionOf(useAppearance().language)
  return (
    <StrictMode>
      {/* Components must not add style elements: the Content-Security-Policy refuses them. */}
      <CSPProvider disableStyleElements>
        <DirectionProvider direction={direction}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Toasts />
          </QueryClientProvider>
        </DirectionProvider>
      </CSPProvider>
    </StrictMode>
  )
}
