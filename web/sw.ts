/// <reference lib="webworker" />
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'

declare const self: ServiceWorkerGlobalScope

// Scripts, styles and fonts, each under its content's name: from the second page on they come from here.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
