interface LaunchQueue {
  setConsumer: (consumer: (launch: { targetURL?: string }) => void) => void
}

/** Opens what the installed app's icon or shortcuts lead to in the window that there is, without loading it
 * anew: downloads and uploads go on (Web App Launch Handler API; `launch_handler` in the manifest asks for
 * this). */
export function openInPlace(navigate: (href: string) => unknown): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ targetURL }) => {
    if (!targetURL) return
    const { pathname, search, hash } = new URL(targetURL)
    if (pathname !== location.pathname) void navigate(pathname + search + hash)
  })
}
