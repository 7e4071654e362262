console.log("what the program says")
