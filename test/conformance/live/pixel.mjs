// The smallest picture: one black pixel.

export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

export const PIXEL_URL = `data:image/png;base64,${PIXEL}`;
