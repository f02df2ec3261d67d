a = `one (
two ${b} `;
