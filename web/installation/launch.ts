interface LaunchQueue {
  setConsumer: (consumer: (launch: { targetURL?: string }) => void) => void
}

/** When the installed app is launched by its icon or a shortcut, opens the target in the existing window without a
 * reload, so that downloads and uploads continue (Web App Launch Handler API; enabled by `launch_handler` in the
 * manifest). */
export function openInPlace(navigate: (href: string) => unknown): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ targetURL }) => {
    if (!targetURL) return
    const { pathname, search, hash } = new URL(targetURL)
    if (pathname !== location.pathname) void navigate(pathname + search + hash)
  })
}
