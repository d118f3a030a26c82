/** Whether this machine is online, as far as the browser knows. */
class Network {
  offline = $state(!navigator.onLine);

  constructor() {
    addEventListener('online', () => (this.offline = false));
    addEventListener('offline', () => (this.offline = true));
  }
}

export const network = new Network();
