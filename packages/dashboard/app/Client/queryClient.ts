import { TelemarkError } from "@telemark/client"
import { QueryClient } from "@tanstack/preact-query"

/** Whether asking again may help: the client itself has repeated what is worth it. */
const isPassing = (error: unknown): boolean => !(error instanceof TelemarkError)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 1 && isPassing(error)
    },
    mutations: { retry: false }
  }
})
