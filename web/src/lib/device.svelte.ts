/**
 * The house on this device: installed as an app, a notification when it is your turn, a number on its icon, and a
 * short shake in the hand. Whatever a browser does not have is left out, and nothing else depends on it.
 */
import { api } from './api';
import type { PushMessage } from './protocol';
import { settings } from './settings.svelte';

/** Chromium asks whether to install; other browsers have it in their menus. */
interface InstallPrompt extends Event {
  prompt: () => Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export type Shake = 'turn' | 'hit' | 'refuse' | 'low';
const SHAKES: Record<Shake, number[]> = {
  turn: [30, 60, 30],
  hit: [25],
  refuse: [12, 40, 12],
  low: [60, 80, 60, 80, 60],
};

class Device {
  /** There is something to ask the browser for: installing the house as an app. */
  installable = $state.raw<InstallPrompt | null>(null);
  permission = $state<NotificationPermission>('Notification' in globalThis ? Notification.permission : 'denied');
  readonly notifies = 'Notification' in globalThis;
  readonly shakes = typeof navigator.vibrate === 'function' && matchMedia('(pointer: coarse)').matches;

  /** Keeps the shell of the house for when there is no network. */
  keepShell(): void {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.installable = event as InstallPrompt;
    });
    addEventListener('appinstalled', () => (this.installable = null));
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // Not in the way of the first page.
    const register = () => void navigator.serviceWorker.register('/shell.js').catch(() => {});
    if (document.readyState === 'complete') register();
    else addEventListener('load', register, { once: true });
  }

  async install(): Promise<void> {
    const prompt = this.installable;
    if (!prompt) return;
    await prompt.prompt();
    await prompt.userChoice;
    this.installable = null; // a browser asks once
  }

  shake(how: Shake): void {
    // Before the guest has touched the page, browsers complain instead.
    const touched = navigator.userActivation?.hasBeenActive ?? true;
    if (touched && settings.preferences.haptics && this.shakes) navigator.vibrate(SHAKES[how]);
  }

  /** A number on the icon of the installed app: how many games wait for the guest. */
  badge(count: number): void {
    if (!('setAppBadge' in navigator)) return;
    void (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
  }

  /** Asks for permission; true if notifications are shown from now on. */
  async wantNotices(): Promise<boolean> {
    if (!this.notifies) return false;
    this.permission = await Notification.requestPermission();
    if (this.permission !== 'granted') return false;
    // Where the house can also reach a closed app, it is told how; without that, notices come while a page is open.
    await this.#subscribe().catch(() => {});
    return true;
  }

  async dropNotices(): Promise<void> {
    const line = await this.#line();
    if (!line) return;
    await api.dropPush().catch(() => {});
    await line.unsubscribe().catch(() => false);
  }

  /** Tells the house again how to reach this device: for a new guest here, or a line that the browser has changed. */
  async renewNotices(): Promise<void> {
    if (settings.preferences.notices && this.notifies && Notification.permission === 'granted')
      await this.#subscribe().catch(() => {});
  }

  /** Says something while nobody looks at the page. */
  async tell({ title, body, url }: PushMessage): Promise<void> {
    if (!document.hidden || !settings.preferences.notices || this.permission !== 'granted') return;
    const look = { body, tag: url, icon: '/icons/parlour-192.png', data: { url } };
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    if (worker?.active) return worker.showNotification(title, { ...look, badge: '/icons/badge-96.png' });
    try {
      const notice = new Notification(title, look);
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      // Some phones show notifications of a service worker only.
    }
  }

  /** Takes back what was said about a page, once it is on the screen. */
  async hush(url: string): Promise<void> {
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    for (const notice of (await worker?.getNotifications?.({ tag: url })) ?? []) notice.close();
  }

  async #line(): Promise<PushSubscription | null> {
    const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    return (await worker?.pushManager?.getSubscription()) ?? null;
  }

  async #subscribe(): Promise<void> {
    const { push_key: key } = await api.house();
    const worker = key ? await navigator.serviceWorker?.ready : undefined;
    if (!key || !worker?.pushManager) return;
    const old = await worker.pushManager.getSubscription();
    const sameHouse = old && keyText(old.options.applicationServerKey) === key;
    if (old && !sameHouse) await old.unsubscribe();
    const line =
      sameHouse && old ? old : await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = line.toJSON();
    if (endpoint && keys?.p256dh && keys.auth) await api.push({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  }
}

const keyText = (key: ArrayBuffer | null): string =>
  key
    ? btoa(String.fromCharCode(...new Uint8Array(key)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '')
    : '';

export const device = new Device();
