/** Whether this machine is connected to anything at all, as the browser knows it. */
class Network {
  offline = $state(!navigator.onLine);

  constructor() {
    addEventListener('online', () => (this.offline = false));
    addEventListener('offline', () => (this.offline = true));
  }
}

export const network = new Network();
